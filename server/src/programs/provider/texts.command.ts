import { z } from 'zod'
import { allTexts } from '../../platform/config/own-texts.ts'
import { defineCommand } from '../../platform/operator/command.ts'

async function shippedTexts() {
  // Whatever has texts defines them as it is loaded.
  await import('../../features.ts')
  return Object.fromEntries(allTexts())
}

export const commands = [
  defineCommand({
    configure: (parser) =>
      void parser.addHelpText(
        'after',
        '\nThose to be changed go into text.server.custom.json, in the folder that the file of CONFIG_FILE names.'
      ),
    name: 'list-texts',
    input: z.unknown(),
    run: shippedTexts,
    // No database is asked: the texts are those of this program's version.
    async act({ print }) {
      const shipped = await shippedTexts()
      print(JSON.stringify(shipped, null, 2), shipped)
    }
  })
]
