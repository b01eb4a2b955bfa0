import { errorCode } from '../database/errors.ts'

const lacks: Readonly<Record<string, string>> = {
  '53100': 'the disk of the database is full',
  '53200': 'the database is out of memory',
  '53300': 'the database has too many connections',
  '58030': 'the database cannot read or write its disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EMFILE: 'there are no file handles left',
  ENFILE: 'there are no file handles left'
}

/**
 * Names, for the log, the resource that the machine lacks, where that is why something failed: PostgreSQL's code, or
 * Node's, of an error or its cause.
 */
export function lackOfResources(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return lacks[errorCode(error)] ?? lackOfResources(error.cause)
}
