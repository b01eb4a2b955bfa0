import { createRoot } from 'react-dom/client'

// The least work of a React page that shows a list: the calls that the hash names, side by side, and a row of plain
// cells for each row of the answer that is a list.
interface Answer {
  readonly responseData: unknown
}

const isList = (data: unknown): data is readonly Record<string, unknown>[] => Array.isArray(data)

const { token, calls } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as { token: string; calls: string[] }
const headers = { Authorization: token, 'CONTENT-VERSION': '1.0' }
const answers = await Promise.all(calls.map(async (url) => (await fetch(url, { headers })).json() as Promise<Answer>))
const rows = answers.map(({ responseData }) => responseData).find(isList)
if (!rows) throw new Error('No call has answered with a list.')

const shadow = document.querySelector('#place')?.attachShadow({ mode: 'open' })
if (!shadow) throw new Error('The page has no place for the list.')
createRoot(shadow).render(
  <table>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index} data-row>
          {Object.values(row)
            .filter((value) => typeof value !== 'object')
            .map((value, cell) => (
              <td key={cell}>{String(value)}</td>
            ))}
        </tr>
      ))}
    </tbody>
  </table>
)
