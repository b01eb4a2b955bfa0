import { useState } from 'react'
import { shopUserFields } from '@customer-center/contract/shop-user'
import { useAppContext } from '../context/app-context.ts'
import { RevealPassword } from '../parts/fields/reveal-password.tsx'
import { TextField, type TextFieldProps } from '../parts/fields/text-field.tsx'
import { useText } from '../texts/texts.ts'
import type { RowForm } from './use-row-form.ts'
import { passwordNames, type Validator, useValidators } from './use-validators.ts'

export interface PasswordFieldsProps {
  field: RowForm['field']
  required?: boolean
  label: string
}

/** Renders a new password, which is entered twice. The rule for it is shown before anybody breaks it. */
export function PasswordFields({ field, label, required = false }: PasswordFieldsProps) {
  const text = useText()
  const { passwordMinLength: length } = useAppContext().config
  const [visible, setVisible] = useState(false)
  const { required: filled, password, repeats } = useValidators()
  const needed: Validator[] = required ? [filled] : []
  const { password: first, repeat } = passwordNames
  const common: Partial<TextFieldProps> = {
    type: visible ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    required
  }
  return (
    <div className="kc-fields-pair kc-wide">
      <TextField
        {...common}
        label={label}
        hint={text('form.passwordRule', { length, most: shopUserFields.password.max })}
        action={<RevealPassword visible={visible} onChange={setVisible} />}
        {...field(first, [...needed, password], { deps: [repeat], untrimmed: true })}
      />
      <TextField
        {...common}
        label={text('form.repeatPassword')}
        action={<RevealPassword both visible={visible} onChange={setVisible} />}
        {...field(repeat, [...needed, repeats(first)], { untrimmed: true })}
      />
    </div>
  )
}
