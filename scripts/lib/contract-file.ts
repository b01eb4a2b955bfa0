import { readFileSync } from 'node:fs'
import { endpoints } from '../../contract/src/endpoints.ts'
import { type ContractComments, readContractComments } from './contract-comments.ts'
import { contractDocument } from './contract-document.ts'
import { root } from './run.ts'
import { readSampleAnswers, type SampleAnswer } from './sample-answers.ts'

const read = async () => {
  const comments = await readContractComments()
  // The sample backend has no features.
  const answers = new Map([...answersOfOurServer(comments), ...(await readSampleAnswers())])
  return { comments, document: contractDocument(comments, answers) }
}
let contract: ReturnType<typeof read> | undefined

/** Returns answers of our server, which `server/src/contract-examples.test.ts` has written. */
function answersOfOurServer({ nameOfCall }: ContractComments): [name: string, answer: SampleAnswer][] {
  const text = readFileSync(`${root}/scripts/lib/server-answers.json`, 'utf8')
  const answers = JSON.parse(text) as Readonly<Record<string, SampleAnswer>>
  return endpoints.flatMap(({ endpoint }) => {
    const answer = answers[`${endpoint.method} ${endpoint.path}`]
    return answer ? [[nameOfCall(endpoint), answer]] : []
  })
}

/** Returns the contract's document and its descriptions, which are read once. */
export const readContract = (): ReturnType<typeof read> => (contract ??= read())

/** The contract as OpenAPI, which the npm package has as well. */
export const contractFile = {
  path: 'docs/openapi.json',
  textOf: async () => `${JSON.stringify((await readContract()).document, null, 2)}\n`
}
