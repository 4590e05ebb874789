/** A name that every system takes, below a folder: no way up, no root, no sign that a shell or Windows refuses. */
function packName(path: string): string {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .map((part) => part.replaceAll(/[\p{Cc}:*?"<>|]/gu, '_').replace(/[. ]+$/, ''))
    .filter((part) => part !== '');
  return parts.length === 0 ? '_' : parts.join('/');
}

/** Hands out every name once, also where two differ in their letters' case alone. */
export class PackNames {
  readonly #taken = new Set<string>();

  of(folder: string, path: string): string {
    const wanted = `${folder}/${packName(path)}`;
    const dot = wanted.lastIndexOf('.');
    const end = dot > wanted.lastIndexOf('/') + 1 ? dot : wanted.length;
    let name = wanted;
    for (let count = 2; this.#taken.has(name.toLowerCase()); count += 1)
      name = `${wanted.slice(0, end)} (${count})${wanted.slice(end)}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
