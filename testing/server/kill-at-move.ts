// Kills a program with -9 before or after it moves a file or folder within WATCHED, as KILLED says: see `killAtMove` of
// `foreign-files.ts`.
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const { rename } = fs
const { WATCHED: watched = '', KILLED: killed } = process.env
const die = () => process.kill(process.pid, 'SIGKILL')

fs.rename = async (from, to) => {
  const isWatched = String(to).startsWith(watched)
  if (isWatched && killed === 'before') die()
  await rename(from, to)
  if (isWatched && killed === 'after') die()
}
syncBuiltinESMExports()
