// Runs a program with `--import` so that its answers are always the same: on one day, with random bytes that are none.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const now = Date.parse('2026-06-15T10:00:00Z')
let runs = 0
Date.now = () => now
crypto.randomBytes = (size) => Buffer.alloc(size, (runs += 1))
syncBuiltinESMExports()
