import { Button } from '@mantine/core'
import { Download } from 'lucide-react'

type ExportButtonProps = {
  /** What is saved, in the plural: `Orders`. */
  what: string
  /** Whether there is something to save. */
  hasRows: boolean
  isPending: boolean
  come: string | undefined
  onExport: () => void
}

/** Saves the whole list that a screen shows a page of; while the file comes, how much of it has. */
export function ExportButton({ what, hasRows, isPending, come, onExport }: ExportButtonProps) {
  const isIdle = hasRows && !isPending
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden="true" />}
        // It keeps the focus while it is busy, so that its end is heard where it was asked for.
        aria-disabled={!isIdle || undefined}
        data-disabled={!isIdle || undefined}
        onClick={() => isIdle && onExport()}
      >
        {isPending ? `Exporting…${come ? ` ${come}` : ''}` : 'Export CSV'}
      </Button>
      <span className="visually-hidden" role="status">
        {isPending && `The export of the ${what.toLowerCase()} is under way`}
      </span>
    </>
  )
}
