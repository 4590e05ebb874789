import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

/** Where words go. Standard output holds the result; standard error everything said on the way. */
export interface Terminal {
  readonly out: Writable;
  readonly err: Writable;
  readonly in: Readable;
  /** Whether a person is looking and can be asked. */
  readonly interactive: boolean;
  /** Columns; 80 where there is no terminal. */
  readonly width: number;
  readonly colour: boolean;
  /** The environment's variables. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The working folder, where a `.env` file may lie. */
  readonly folder: string;
}

/** The process's own terminal. Colour follows NO_COLOR and FORCE_COLOR. */
export function processTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const colour = env['NO_COLOR'] === undefined && (stderr.isTTY || env['FORCE_COLOR'] !== undefined);
  return {
    out: stdout,
    err: stderr,
    in: stdin,
    interactive: stdin.isTTY && stderr.isTTY,
    width: Math.max(40, Math.min(stderr.isTTY ? stderr.columns : 80, 160)),
    colour,
    variables: env,
    folder: process.cwd(),
  };
}

const codes = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90, bold: 1 } as const;
export type Style = keyof typeof codes;

/** The text in a colour, where there is a terminal that shows one. */
export function style(terminal: Terminal, name: Style, text: string): string {
  return terminal.colour ? `\u001b[${codes[name]}m${text}\u001b[0m` : text;
}

export function say(terminal: Terminal, line = ''): void {
  terminal.err.write(`${line}\n`);
}

/** Asks a person to type a word in full. Never called without a terminal. */
export async function ask(terminal: Terminal, question: string): Promise<string> {
  const reader = createInterface({ input: terminal.in, output: terminal.err });
  try {
    return (await reader.question(question)).trim();
  } finally {
    reader.close();
  }
}
