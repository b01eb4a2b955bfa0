import { z } from 'zod'
import { defineCommand } from '../../platform/operator/command.ts'

const proposal = async (path: string) => (await import('./propose-map.ts')).proposeMap(path)

export const commands = [
  defineCommand({
    word: 'propose',
    help: 'print a map, made of the heads and first rows of foreign files, to be checked and completed',
    configure: (parser) => void parser.argument('<folder>', 'with the files, or one of them'),
    name: 'propose-map',
    input: z.string(),
    run: (_db, path) => proposal(path),
    // No database is asked.
    async act({ print }, path: string) {
      const map = await proposal(path)
      print(map, { map })
    }
  })
]
