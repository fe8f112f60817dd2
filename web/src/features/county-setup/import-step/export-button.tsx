import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { saveJson } from '../../../lib/save-file.ts'

/** Saves the source as a file, for another portal or the next year. */
export function ExportButton({ document }: { document: SourceDocument }) {
  const save = () => saveJson(document, `${document.source}.json`)
  return (
    <Button variant="default" leftSection={<Download size={16} aria-hidden="true" />} onClick={save}>
      Export source
    </Button>
  )
}
