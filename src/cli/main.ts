#!/usr/bin/env node
import { hideBin } from 'yargs/helpers';
import { program } from './program.js';
import { processTerminal } from './terminal.js';

process.exitCode = await program(hideBin(process.argv), processTerminal());
