import './field-frame.tsx'
import { Icon } from './icon.tsx'
import './search-input.css'

interface SearchInputProps {
  /** Names the input. */
  label: string
  /** What is inside of it, where the label has no room. */
  placeholder?: string | undefined
  value: string
  onChange: (value: string) => void
}

/** Renders the search of a list. */
export function SearchInput({ label, placeholder = label, value, onChange }: SearchInputProps) {
  return (
    <div className="kc-field kc-search" part="field">
      <Icon name="search" />
      <input
        part="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
