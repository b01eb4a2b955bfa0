import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { commands } from 'vitest/browser'
import { CustomerCenter } from './react.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    refuseRequests: (pattern: string) => Promise<void>
    allowRequests: (pattern: string) => Promise<void>
  }
}

test('onLoadError is called once when the code of the elements cannot be loaded, and the content of the page stays', async () => {
  const code = '**/tags/customer-center.ts*'
  await commands.refuseRequests(code)
  onTestFinished(() => commands.allowRequests(code))
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  onTestFinished(() => root.unmount())
  const references: string[] = []
  root.render(
    <StrictMode>
      <CustomerCenter onLoadError={({ detail }) => references.push(detail.reference)}>
        Bitte rufen Sie uns an.
      </CustomerCenter>
    </StrictMode>
  )
  await expect.poll(() => references).toEqual(['CC-CODE'])
  expect(container.textContent).toBe('Bitte rufen Sie uns an.')
})
