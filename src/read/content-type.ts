/**
 * The file types that the registry is known to take (`api-facts.md` §2, Supported source types; `domain.md` §3.8).
 * The registry's full list is not public: another type is told and sent as it is.
 */
const byExtension: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.heic': 'image/heic',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.ipynb': 'application/x-ipynb+json',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.parquet': 'application/vnd.apache.parquet',
};

/** The first bytes by which a type is known, whatever the file is called. */
const byContent: readonly { readonly type: string; readonly bytes: readonly number[] }[] = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'application/vnd.apache.parquet', bytes: [0x50, 0x41, 0x52, 0x31] },
];

export interface ContentType {
  readonly type: string;
  /** What a person should look at, or null. */
  readonly warning: string | null;
}

/** The media type of a document by its name and its first bytes; where the two disagree, the bytes win and it is said. */
export function contentType(name: string, head: Uint8Array): ContentType {
  const extension = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  const named = byExtension[extension];
  const found = byContent.find(({ bytes }) => bytes.every((byte, place) => head[place] === byte))?.type;
  if (found !== undefined && named !== undefined && found !== named) {
    return { type: found, warning: `"${name}" is named like ${named} and holds ${found}: rename the file` };
  }
  const checked = byContent.some(({ type }) => type === named);
  if (found === undefined && checked) {
    return {
      type: named ?? 'application/octet-stream',
      warning: `"${name}" does not begin like a ${extension.slice(1).toUpperCase()} file: open it and see whether it is whole`,
    };
  }
  const type = found ?? named;
  if (type !== undefined) return { type, warning: null };
  return {
    type: 'application/octet-stream',
    warning: `"${name}" is of a type that the registry is not known to take: use PDF, an image, CSV or a text document`,
  };
}
