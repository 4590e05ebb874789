/** A file's name without its folders, whatever system wrote the path. */
export function baseName(path: string): string {
  return path.replace(/^.*[\\/]/s, '');
}
