import { addStyles } from '../theme/sheet.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import css from './search-field.css?inline'
import { type Option, SelectField } from './select-field.tsx'
import { useCode } from './use-code.ts'

addStyles(css)

export interface SearchOption extends Option {
  /** What the search looks into. */
  search: string
}

export interface SearchFieldProps extends FieldProps {
  /** The same array as long as nothing in it changes: ten thousand are not read anew with every key. */
  options: readonly SearchOption[]
  /** The chosen option's value; empty for none. */
  value: string
  onChange: (value: string) => void
  /** Tells whether an option fits what was typed. */
  matcherOf: (query: string) => (search: string) => boolean
  /** What stands in the list if nothing fits. */
  none: string
  /** Says that so many more fit what was typed than the list shows. */
  more: (count: number) => string
  placeholder: string
}

const load = () => import('./search-box.tsx')

/** A labelled choice among many that is searched by typing. Where its code cannot be had it is the browser's own drop-down. */
export function SearchField({ matcherOf, none, more, ...props }: SearchFieldProps) {
  const code = useCode(load)
  const { options, value, onChange, placeholder, label, error, hint, required } = props
  if (code === 'failed') return <SelectField {...props} onChange={(event) => onChange(event.target.value)} />
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(tied) =>
        code ? (
          <code.default {...{ tied, options, value, onChange, matcherOf, none, more, placeholder, label }} />
        ) : (
          <input {...tied} part="input" disabled value={options.find((one) => one.value === value)?.label ?? ''} />
        )
      }
    </FieldFrame>
  )
}
