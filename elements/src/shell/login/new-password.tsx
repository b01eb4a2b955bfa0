import { useAppContext } from '../../context/app-context.ts'
import { newRow } from '../../data/row-values.ts'
import { changeCurrentShopUser } from '../../data/shop-user.ts'
import { PasswordFields } from '../../forms/password-fields.tsx'
import { useRowForm } from '../../forms/use-row-form.ts'
import { passwordNames } from '../../forms/use-validators.ts'
import { Button } from '../../parts/button.tsx'
import { FormActions } from '../../parts/fields/form-actions.tsx'
import { Fields, Form } from '../../parts/fields/form.tsx'
import { useText } from '../../texts/texts.ts'
import { FocusOnNavigate, RestoreFocus } from '../place/focus-on-navigate.tsx'
import './new-password.css'

const empty = { ...newRow, values: { [passwordNames.password]: '', [passwordNames.repeat]: '' } }

interface NewPasswordProps {
  /** The server's sentence. */
  reason: string | null
  /** Whether it covers a screen, which stays mounted. */
  overScreen: boolean
  /** Whether a login covers the form. */
  covered: boolean
}

/**
 * Demands a new password from a person who logged in with a generated one, or got one while logged in: until then the
 * server answers nothing else.
 */
export default function NewPassword({ reason, overScreen, covered }: NewPasswordProps) {
  const text = useText()
  const app = useAppContext()
  const label = text('newPassword.heading')
  const { field, submit, saving } = useRowForm({
    resource: 'webshop-user',
    stored: empty,
    labelOf: () => label,
    reload: () => Promise.resolve(empty),
    send: (changes) => changeCurrentShopUser(app, changes),
    // Calls that waited for the new password go on.
    onSaved: () => app.session.demandPassword(null)
  })
  return (
    <div className={overScreen ? 'kc-new-password kc-covering' : 'kc-new-password'} part="login" inert={covered}>
      <h1 part="heading">{label}</h1>
      <p>{reason ?? text('newPassword.reason')}</p>
      <Form onSubmit={submit} aria-busy={saving}>
        <Fields saving={saving}>
          <PasswordFields field={field} label={label} required />
        </Fields>
        <FormActions saving={saving} />
      </Form>
      <Button kind="plain" onClick={() => app.session.end({ revoke: true })}>
        {text('menu.logout')}
      </Button>
      <FocusOnNavigate />
      {covered && <RestoreFocus />}
    </div>
  )
}
