import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EvidenceFile, EvidenceFolder, EvidenceProblem } from '../model/evidence.js';
import { contentType } from './content-type.js';

/** `interface.md`, Limits: uploaded source file size. */
const largestDocument = 50_000_000;

function problem(code: EvidenceProblem['code'], message: string): EvidenceProblem {
  return { ok: false, code, message };
}

/** A name as a cell gives it, below the folder: forward slashes, no way up, no root, no drive, no control character. */
function relativeName(name: string): string | null {
  const cleaned = name.trim().replaceAll('\\', '/');
  const unsafe =
    cleaned === '' || path.posix.isAbsolute(cleaned) || /^[a-z]:/i.test(cleaned) || /\p{Cc}/u.test(cleaned);
  if (unsafe) return null;
  const normal = path.posix.normalize(cleaned);
  return normal === '..' || normal.startsWith('../') || normal === '.' ? null : normal;
}

async function hashFile(
  file: string,
): Promise<{ readonly sha256: string; readonly head: Buffer; readonly size: number }> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    if (head.length < 8) head = Buffer.concat([head, chunk.subarray(0, 8)]);
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), head, size };
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

async function read(root: string, shown: string, name: string): Promise<EvidenceFile | EvidenceProblem> {
  const relative = relativeName(name);
  if (relative === null) {
    return problem(
      'evidence-outside',
      `"${name}" does not name a file inside the evidence folder: write its name, or its path below ${shown}`,
    );
  }
  const file = path.join(root, relative);
  try {
    await lstat(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error;
    return problem(
      'evidence-missing',
      `there is no "${name}" in ${shown}: put the file there, or correct its name`,
    );
  }
  const real = await realpath(file);
  if (path.relative(root, real).startsWith('..') || path.isAbsolute(path.relative(root, real))) {
    return problem(
      'evidence-outside',
      `"${name}" is a link that leads out of the evidence folder: copy the file itself to ${shown}`,
    );
  }
  const facts = await stat(real);
  if (!facts.isFile()) return problem('evidence-not-a-file', `"${name}" is not a file: name a document`);
  if (facts.size === 0)
    return problem('evidence-empty', `"${name}" is empty: put the whole document into ${shown}`);
  if (facts.size > largestDocument) {
    const size = (facts.size / 1e6).toFixed(1);
    return problem(
      'evidence-too-large',
      `"${name}" has ${size} MB, and the registry takes at most 50 MB: make it smaller or split it`,
    );
  }
  const { sha256, head, size } = await hashFile(real);
  const { type, warning } = contentType(relative, head);
  return {
    ok: true,
    document: {
      file_name: path.posix.basename(relative),
      content_type: type,
      content_length: size,
      sha256,
      path: relative,
    },
    warnings: warning === null ? [] : [warning],
  };
}

/** Opens the folder that evidence is taken from, and nowhere else. Each file is read once, however often it is cited. */
export async function openEvidence(folder: string): Promise<EvidenceFolder> {
  const root = await realpath(folder).catch(() => path.resolve(folder));
  const known = new Map<string, Promise<EvidenceFile | EvidenceProblem>>();
  return {
    folder: root,
    find: (name) => {
      const found = known.get(name) ?? read(root, folder, name);
      known.set(name, found);
      return found;
    },
  };
}
