/** A reader's position: behind a change, by the number of its transaction and its own. */
export interface ChangePosition {
  readonly txid: string
  readonly id: number
}

export interface ChangeCursor extends ChangePosition {
  /** Seconds since 1970. All changes that the reader lacks were written after that. */
  readonly since: number
  /** The database that gave it: '1', or once that was restored from a backup, when. */
  readonly era: string
}

/** The position before the first change. PostgreSQL's first transaction has the number 3. */
export const beginning: ChangePosition = { txid: '0', id: 0 }

/** Writes a cursor that is opaque to its reader: its parts may change. */
export const writeCursor = ({ era, txid, id, since }: ChangeCursor): string =>
  Buffer.from(`${era}.${txid}.${id}.${since}`).toString('base64url')

const largestTxid = 2n ** 64n

/** Reads a cursor; undefined for a text that `writeCursor` has not made. */
export function readCursor(text: string): ChangeCursor | undefined {
  const parts = /^(\d{1,15})\.(\d{1,20})\.(\d{1,15})\.(\d{1,11})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1')
  )
  const [, era = '', txid = '', id, since] = parts ?? []
  if (!parts || BigInt(txid) >= largestTxid) return undefined
  return { era, txid, id: Number(id), since: Number(since) }
}
