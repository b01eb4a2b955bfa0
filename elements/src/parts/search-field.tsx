import { addStyles } from '../theme/sheet.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import type { SearchBoxProps } from './search-box.tsx'
import css from './search-field.css?inline'
import { SelectField } from './select-field.tsx'
import { useCode } from './use-code.ts'

addStyles(css)

type SearchFieldProps = FieldProps & Omit<SearchBoxProps, 'tied' | 'label'>

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
