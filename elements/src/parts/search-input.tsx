import './field-frame.tsx'
import { Icon } from './icon.tsx'
import './search-input.css'

interface SearchInputProps {
  /** Names the input, inside of it. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Renders the search of a list. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  return (
    <div className="kc-field kc-search" part="field">
      <Icon name="search" />
      <input
        part="input"
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
