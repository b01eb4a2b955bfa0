import { join } from 'node:path'

/** Where the server that holds the data folder says how programs reach it. */
export function channelFile(dataFolder: string): string {
  return join(dataFolder, 'operator.json')
}
