import { type ReactNode, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form.tsx'

interface CreateFormProps {
  /** The button's words. */
  label: string
  /** What can be chosen is still on its way. */
  loading?: boolean
  /** Everything is chosen. */
  ready: boolean
  /** Begins in the click itself, so that it may open a tab. */
  onCreate: () => Promise<unknown>
  children: ReactNode
}

/** Choices and the button that has something made of them: one thing at a time, however often it is pressed. */
export function CreateForm({ label, loading = false, ready, onCreate, children }: CreateFormProps) {
  const [creating, setCreating] = useState(false)

  async function create() {
    if (!ready || creating) return
    setCreating(true)
    try {
      await onCreate()
    } finally {
      setCreating(false)
    }
  }

  return (
    <Form
      aria-busy={loading || creating}
      onSubmit={(submit) => {
        submit.preventDefault()
        void create()
      }}
    >
      {children}
      <div className="kc-form-actions">
        <Button kind="primary" type="submit" busy={creating} disabled={!ready}>
          {label}
        </Button>
      </div>
    </Form>
  )
}
