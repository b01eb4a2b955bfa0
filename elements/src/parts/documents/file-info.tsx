import { fileKindOf, germanFileSize } from '@customer-center/contract/file-size'
import './file-info.css'

export interface FileInfoProps {
  fileName: string | null | undefined
  /** Bytes. */
  size: number | null | undefined
}

/**
 * Renders a document's kind and size beside its name, `PDF · 62 kB`; nothing where the backend has not said the size.
 */
export function FileInfo({ fileName, size }: FileInfoProps) {
  if (typeof size !== 'number' || !(size >= 0)) return null
  return (
    <>
      {' '}
      <span className="kc-file-info">
        {fileKindOf(fileName)} · {germanFileSize(size)}
      </span>
    </>
  )
}
