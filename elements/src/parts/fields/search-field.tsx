import { useLazyModule } from '../lazy-module.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import type { SearchBoxProps } from './search-box.tsx'
import { SelectField } from './select-field.tsx'
import './search-field.css'

type SearchFieldProps = FieldProps & Omit<SearchBoxProps, 'aria' | 'label'>

const loadSearchBox = () => import('./search-box.tsx')

/**
 * Renders a labelled choice among many options, which is searched by typing. Renders the browser's drop-down if the
 * code cannot be loaded.
 */
export function SearchField({ matcherOf, none, more, ...props }: SearchFieldProps) {
  const code = useLazyModule(loadSearchBox)
  const { options, value, onChange, placeholder, label, error, hint, required } = props
  if (code === 'failed') return <SelectField {...props} onChange={(event) => onChange(event.target.value)} />
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(aria) =>
        code ? (
          <code.default {...{ aria, options, value, onChange, matcherOf, none, more, placeholder, label }} />
        ) : (
          <input {...aria} part="input" disabled value={options.find((one) => one.value === value)?.label ?? ''} />
        )
      }
    </FieldFrame>
  )
}
