import { allTexts } from '../../platform/config/own-texts.ts'
import type { ProgramCommand } from '../../platform/operator/command.ts'

export const textCommands: readonly ProgramCommand[] = [
  {
    configure: (parser) =>
      void parser.addHelpText(
        'after',
        '\nThose to be changed go into text.server.custom.json, in the folder that the file of CONFIG_FILE names.'
      ),
    async act({ print }) {
      // Each room defines its texts when its module is loaded.
      await import('../../features.ts')
      const shipped = Object.fromEntries(allTexts())
      print(JSON.stringify(shipped, null, 2), shipped)
    }
  }
]
