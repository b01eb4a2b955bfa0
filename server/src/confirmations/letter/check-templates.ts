import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { templateFiles } from '../../platform/lib/template-files.mjs'

/**
 * Letters are made without a link that cannot be followed; whoever made it learns so at the start.
 * @throws OperatorError that names the link
 */
export async function checkTemplates({ letterTemplates }: Pick<Config, 'letterTemplates'>): Promise<void> {
  if (letterTemplates === '') return
  templateFiles(letterTemplates, (link, reason) => {
    throw new OperatorError(
      `The link ${link} in the folder ${letterTemplates} of LETTER_TEMPLATES ${reason}: remove it, or copy the file.`
    )
  })
}
