import { type ReactNode, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/fields/form.tsx'

interface CreateFormProps {
  /** The button's label. */
  label: string
  /** Whether the choices are being loaded. */
  loading?: boolean
  /** Whether there is nothing to choose from yet. */
  awaited?: boolean
  /** Whether the person has chosen everything that is needed. */
  ready: boolean
  /** Called synchronously in the click, so that it may open a tab. */
  onCreate: () => Promise<unknown>
  /** Further buttons beside that one. */
  more?: ReactNode
  children: ReactNode
}

/** Renders choices and a button that creates something from them. Ignores clicks while that is running. */
export function CreateForm({
  label,
  loading = false,
  awaited = false,
  ready,
  onCreate,
  more,
  children
}: CreateFormProps) {
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
      {/* The button below a list that has come is another one: it has not moved. */}
      <div key={String(awaited)} className="kc-form-actions kc-sticky-actions">
        <Button kind="primary" type="submit" busy={creating} disabled={!ready}>
          {label}
        </Button>
        {more}
      </div>
    </Form>
  )
}
