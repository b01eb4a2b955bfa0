import { join } from 'node:path'

/** Returns the file in which the server that holds the data folder names its address for programs. */
export function channelFile(dataFolder: string): string {
  return join(dataFolder, 'operator.json')
}
