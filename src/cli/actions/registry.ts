import { readCloseOut, readRegistry, type CloseOutRequest, type RegistryRequest } from '../../run/index.js';
import type { Terminal } from '../terminal.js';
import { reading, type ReadingArguments } from './reading.js';

/** Reads something of the registry and shows it. */
export async function registry(
  request: RegistryRequest,
  flags: ReadingArguments,
  terminal: Terminal,
): Promise<number> {
  return reading(flags, terminal, (target, world) => readRegistry(target, request, world));
}

/** Joins an entry's credits back to what they were issued for, and shows it. */
export async function closeOut(
  request: CloseOutRequest,
  flags: ReadingArguments,
  terminal: Terminal,
): Promise<number> {
  return reading(flags, terminal, (target, world) => readCloseOut(target, request, world));
}
