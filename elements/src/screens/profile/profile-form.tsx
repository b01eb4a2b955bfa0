import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { rightName } from '@customer-center/contract/rights'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { rightsHint, rightLabel } from '../../data/rights.ts'
import type { RowValues } from '../../data/row-values.ts'
import { changeCurrentShopUser, currentShopUser } from '../../data/shop-user.ts'
import { PasswordFields } from '../../forms/password-fields.tsx'
import { useLogOutAfterEmailChange } from '../../forms/use-log-out-after-email-change.ts'
import { type RowForm, useRowForm } from '../../forms/use-row-form.ts'
import { routeAfterSave } from '../../forms/use-save.ts'
import { passwordNames, useValidators } from '../../forms/use-validators.ts'
import { FormActions } from '../../parts/fields/form-actions.tsx'
import { Fields, Fieldset, Form } from '../../parts/fields/form.tsx'
import { SelectField } from '../../parts/fields/select-field.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { type TextId, useText } from '../../texts/texts.ts'

const labels: Readonly<Record<string, TextId>> = {
  emailAddress: 'profile.email',
  webshopRights: 'profile.rights',
  [passwordNames.password]: 'profile.password'
}
const noPassword = { [passwordNames.password]: '', [passwordNames.repeat]: '' }

/** Renders e-mail address and password, which can be changed, and the right, which cannot. */
export function ProfileForm({ row }: { row: RowValues }) {
  const text = useText()
  const { extendedWebshopRights } = useAppContext().config
  const { required, email, atMost } = useValidators()
  const { field, submit, saving, changed, valid, notice } = useProfileForm(row)
  const right = rightName(Number(row.values['webshopRights']))
  const label = text(rightLabel(right, extendedWebshopRights))
  return (
    <Form onSubmit={submit} aria-busy={saving}>
      <p className="kc-required-note">{text('form.requiredNote')}</p>
      <Fields saving={saving}>
        <Fieldset legend={text('group.access')}>
          <TextField
            label={text('profile.email')}
            type="email"
            autoComplete="username"
            required
            {...field('emailAddress', [
              required,
              email(row.values['emailAddress'] ?? ''),
              atMost(shopUserFields.emailAddress.max)
            ])}
          />
          <SelectField
            label={text('profile.rights')}
            hint={text(rightsHint(right))}
            disabled
            options={[{ value: right, label }]}
          />
        </Fieldset>
        <Fieldset legend={text('group.password')}>
          <PasswordFields field={field} label={text('profile.password')} />
        </Fieldset>
      </Fields>
      {notice && <Notice tone="warning">{notice}</Notice>}
      <FormActions saving={saving} changed={changed} disabled={!changed || !valid} />
    </Form>
  )
}

function useProfileForm(row: RowValues): RowForm {
  const text = useText()
  const app = useAppContext()
  const queries = useQueryClient()
  const endLogin = useLogOutAfterEmailChange()
  const query = currentShopUser(app)

  const labelOf = (name: string) => text(labels[name] ?? 'field.label')
  const stored = useMemo(() => withoutPassword(row), [row])
  const confirmsEmail = useBackendFeature('email-confirmation')
  /** Tells whether the backend waits for a confirmation first: then it still sends the old address. */
  const waits = (saved: unknown) => confirmsEmail && saved === row.values['emailAddress']
  /** Tells whether the person logs in with another user name from now on; upper and lower case are the same. */
  const isOtherLogin = (address: unknown) =>
    address !== undefined && loginOf(address) !== loginOf(row.values['emailAddress'])
  return useRowForm({
    resource: 'webshop-user',
    asksBeforeLeaving: true,
    validateOnBlur: true,
    stored,
    labelOf,
    reload: async () => withoutPassword(await queries.fetchQuery({ ...query, staleTime: 0 })),
    send: (changes, base) => changeCurrentShopUser(app, changes, base),
    statusOf: ({ emailAddress }, now, saved) => ({
      message:
        waits(now) && emailAddress !== now
          ? text('profile.linkSent', { email: String(emailAddress) })
          : saved(text('profile.heading')),
      route: 'mydata/userprofile'
    }),
    onSaved: ({ emailAddress }, saved, shown) => {
      if (isOtherLogin(emailAddress) && !waits(saved)) return endLogin(String(emailAddress), shown)
      void queries.invalidateQueries({ queryKey: query.queryKey })
    },
    leave: () => app.navigate(routeAfterSave(app.config), { unguarded: true })
  })
}

const loginOf = (address: unknown) => (typeof address === 'string' ? address.toLowerCase() : null)

function withoutPassword(row: RowValues): RowValues {
  return { ...row, values: { ...row.values, ...noPassword } }
}
