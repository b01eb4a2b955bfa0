import { today } from '@customer-center/contract/dates'
import type { DataCopyFormat } from '@customer-center/contract/server-function'
import { makeDataCopy } from '../../confirmations/index.ts'
import type { Services } from '../../feature/services.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { UnprintableName } from '../../platform/typesetting/plain-text.ts'

/**
 * Makes the copy of a person's data that people with a login get from the user profile, with what stayed with former
 * customers.
 * @throws OperatorError if the PDF cannot be made
 */
export async function copyForPerson(
  services: Pick<Services, 'db' | 'typesetter' | 'personalData'>,
  person: PersonKey,
  format: DataCopyFormat
): Promise<Buffer> {
  try {
    return Buffer.from(await makeDataCopy(services, person, { format }, today(), 'all'))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'noLetterhead')
      throw new OperatorError('A PDF needs your letterhead: the command check says what it lacks.', { cause: error })
    if (error instanceof UnprintableName)
      throw new OperatorError(`A PDF cannot show these data: ${error.message}. Take JSON.`, { cause: error })
    throw error
  }
}
