import type { ProgramCommand } from '../../platform/operator/command.ts'

export const mapCommands: readonly ProgramCommand[] = [
  {
    word: 'propose',
    help: 'print a map, made of the heads and first rows of foreign files, to be checked and completed',
    configure: (parser) => void parser.argument('<folder>', 'with the files, or one of them'),
    async act({ print }, path: string) {
      const map = await (await import('./propose-map.ts')).proposeMap(path)
      print(map, { map })
    }
  }
]
