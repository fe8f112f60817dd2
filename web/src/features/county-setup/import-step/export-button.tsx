import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { saveBlob } from '../../../lib/save-file.ts'

/** Saves the source as a file, for another portal or the next year. */
export function ExportButton({ document }: { document: SourceDocument }) {
  const save = () =>
    saveBlob(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), `${document.source}.json`)
  return (
    <Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={save}>
      Export source
    </Button>
  )
}
