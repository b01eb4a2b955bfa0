import { type FormEvent, useEffect, useState } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { switchShopUser, userNames } from '../../data/shop-user.ts'
import { Button } from '../../parts/button.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { SelectField } from '../../parts/fields/select-field.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { useText } from '../../texts/texts.ts'
import { pageGuards } from '../routing/navigation-guards.ts'
import './person-switch.css'

/** Renders the switch to another person, below the way out. A page loads it in development alone. */
export default function PersonSwitch() {
  const text = useText()
  const app = useAppContext()
  const { session } = app
  const { busy, run } = useAction()
  const [names, setNames] = useState<readonly string[] | null>([])
  const [emailAddress, setEmailAddress] = useState('')
  const [password, setPassword] = useState('')
  useEffect(() => {
    userNames(app).then(setNames, () => setNames(null))
  }, [app])

  async function change() {
    if (!(await pageGuards.mayLeave())) return
    await switchShopUser(app, { emailAddress, password })
    // The token is the other person's from now on: everything of the former person is dropped.
    const { token, refreshToken } = session.snapshot()
    session.enter({ token, refreshToken }, false)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(change, 'personSwitch.failed')
  }
  return (
    <form className="kc-person-switch" onSubmit={submit}>
      <SelectField
        label={text('personSwitch.person')}
        error={names === null ? text('state.failed') : undefined}
        placeholder={text('field.choose')}
        options={(names ?? []).map((name) => ({ value: name, label: name }))}
        value={emailAddress}
        onChange={({ target }) => setEmailAddress(target.value)}
      />
      <TextField
        label={text('personSwitch.password')}
        type="password"
        autoComplete="off"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" busy={busy} disabled={emailAddress === ''}>
        {text('personSwitch.switch')}
      </Button>
    </form>
  )
}
