import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { CallError } from '../client/call-error.ts'
import { allQueries, type QueryResult, QueryState } from './query-state.tsx'

const refetch = () => Promise.resolve()
const loaded = <Data,>(data: Data): QueryResult<Data> => ({ data, error: null, isFetching: false, refetch })
const loading: QueryResult<string[]> = { data: undefined, error: null, isFetching: true, refetch }
const failed: QueryResult<string[]> = { ...loading, error: new CallError('refused', { errors: ['Überlastet.'] }) }

function show(query: QueryResult<string[]>) {
  render(
    <QueryState query={query} failed="Nicht geladen." skeleton={<p>Lädt</p>} empty={<p>Leer</p>}>
      {(rows) => <p>{rows.join(', ')}</p>}
    </QueryState>
  )
}

test.each([
  ['loading: the skeleton', loading, 'Lädt'],
  ['an empty list: the empty state', loaded<string[]>([]), 'Leer'],
  ['data: the content', loaded(['eins', 'zwei']), 'eins, zwei'],
  ['a failed refetch: still the content', { ...loaded(['eins']), error: new CallError('network') }, 'eins']
])('%s', async (_, query, text) => {
  show(query)
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test('a failure says what failed and why, and Erneut versuchen fetches again', async () => {
  const again = vi.fn(refetch)
  show({ ...failed, isFetching: false, refetch: again })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Nicht geladen\.\s*Überlastet\./)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  expect(again).toHaveBeenCalledOnce()
})

test('combined queries have data when all have, and refetch only those without', async () => {
  expect(allQueries(loaded(1), loaded('b')).data).toEqual([1, 'b'])
  const [first, second] = [vi.fn(refetch), vi.fn(refetch)]
  const combined = allQueries({ ...loaded(1), refetch: first }, { ...failed, refetch: second })
  expect(combined).toMatchObject({ data: undefined, error: failed.error, isFetching: true })
  await combined.refetch()
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})
