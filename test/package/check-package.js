/**
 * Packs the package, installs the tarball into an empty folder and does there what the README says: the package holds
 * what a user needs and nothing else, its types compile for somebody else, and its walk ends with everything verified.
 * Needs the package registry, so it is a script of its own and no test. `npm run build` first.
 *
 *   node test/package/check-package.js
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const run = promisify(execFile);
const tool = (name) => path.join(root, 'node_modules', '.bin', name);

/** What may lie in the tarball beside the bundled libraries; everything else is a mistake. */
const wanted = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|SECURITY\.md)$/,
  /^dist\/.+\.(js|d\.ts)$/,
  /^mappings\/.+\.(yaml|md|json)$/,
  /^templates\/.+\.(xlsx|md)$/,
  /^samples\/.+\.(xlsx|pdf|csv|json|png|md)$/,
];

let failures = 0;
function check(what, passed, detail = '') {
  if (!passed) failures += 1;
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${what}${detail === '' ? '' : ` (${detail})`}`);
}

async function packed(folder) {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    maxBuffer: 64e6,
  });
  const [pack] = JSON.parse(stdout);
  const own = pack.files.map((file) => file.path).filter((file) => !file.startsWith('node_modules/'));
  const others = own.filter((file) => !wanted.some((pattern) => pattern.test(file)));
  check('the tarball holds nothing else than is wanted', others.length === 0, others.slice(0, 5).join(', '));
  for (const [, entry] of Object.entries(manifest.exports).filter(([name]) => name !== './package.json')) {
    for (const file of Object.values(entry)) {
      check(`the tarball holds ${file}`, own.includes(path.posix.normalize(file)));
    }
  }
  console.log(`      ${own.length} files of our own, ${(pack.size / 1e6).toFixed(1)} MB packed`);
  return path.join(folder, pack.filename);
}

async function publint() {
  const result = await run(tool('publint'), [], { cwd: root }).catch((error) => error);
  check('publint finds nothing', /All good/.test(result.stdout), result.stdout.trim().split('\n').at(-1));
}

async function install(folder, tarball) {
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'somebody', version: '7.0.0', type: 'module' }),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: folder, maxBuffer: 64e6 });
}

async function command(folder, args) {
  const bin = path.join(folder, 'node_modules', '.bin', 'mrv-ingest');
  const result = await run(bin, args, { cwd: folder, maxBuffer: 64e6 }).catch((error) => error);
  return { code: result.code ?? 0, stdout: result.stdout, stderr: result.stderr };
}

async function walk(folder) {
  const version = await command(folder, ['--version']);
  check(
    '--version tells the version of this package',
    version.stdout.trim() === manifest.version,
    version.stdout,
  );
  const summaries = [];
  for (const turn of ['first', 'second']) {
    const { code, stdout, stderr } = await command(folder, ['demo', '--json']);
    check(`the ${turn} demo ends with 0`, code === 0, stderr.trim().split('\n').at(-1));
    summaries.push(JSON.parse(stdout));
  }
  check(
    'the second demo writes nothing',
    summaries[1].requests?.writes === 0,
    JSON.stringify(summaries[1].requests),
  );
}

const consumer = `
import { loadMapping, openWorkbook, parseUnit, type Observer, type Workbook } from '${manifest.name}';
import { startEmulator, type Emulator } from '${manifest.name}/emulator';
const seen: string[] = [];
const observe: Observer = (event) => { seen.push(event.type); };
observe({ type: 'stage', stage: 'read' });
const service: Emulator = await startEmulator();
const workbook: Promise<Workbook> = openWorkbook('node_modules/${manifest.name}/samples/biochar-2026-10/mrv-2026-10.xlsx');
console.log(typeof loadMapping, parseUnit('kg').ok, new URL(service.baseUrl).hostname, (await workbook).sheets.length > 0, seen.length);
await (await workbook).close();
await service.close();
`;

async function library(folder) {
  await writeFile(path.join(folder, 'consumer.ts'), consumer);
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck', 'false'];
  const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules', '@types')];
  const compiled = await run(tool('tsc'), [...options, ...types, 'consumer.ts'], { cwd: folder }).catch(
    (error) => error,
  );
  check(
    'the types compile for somebody else',
    (compiled.code ?? 0) === 0,
    compiled.stdout.split('\n').slice(0, 3).join(' '),
  );
  const ran = await run(process.execPath, ['consumer.js'], { cwd: folder }).catch((error) => error);
  check(
    'library and embedded service run',
    (ran.code ?? 0) === 0,
    (ran.stderr || ran.stdout).trim().slice(0, 300),
  );
}

const work = await mkdtemp(path.join(tmpdir(), 'check-package-'));
try {
  await publint();
  const tarball = await packed(work);
  await install(work, tarball);
  await walk(work);
  await library(work);
} finally {
  await rm(work, { recursive: true, force: true });
}
console.log(failures === 0 ? 'the package stands' : `${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;
