import { readContractComments } from './contract-comments.ts'
import { contractDocument } from './contract-document.ts'
import { readSampleAnswers } from './sample-answers.ts'

const read = async () => {
  const comments = await readContractComments()
  return { comments, document: contractDocument(comments, await readSampleAnswers()) }
}
let contract: ReturnType<typeof read> | undefined

/** Returns the contract's document and its descriptions, which are read once. */
export const readContract = (): ReturnType<typeof read> => (contract ??= read())

/** The contract as OpenAPI, which the npm package has as well. */
export const contractFile = {
  path: 'docs/openapi.json',
  textOf: async () => `${JSON.stringify((await readContract()).document, null, 2)}\n`
}
