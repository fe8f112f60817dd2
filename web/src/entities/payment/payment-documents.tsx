import type { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import type { billing } from '@dooryard/contract/billing/billing'
import type { Transaction } from '@dooryard/contract/billing/transactions'
import { Anchor, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { downloadFile } from '../../lib/api/file-transfer.ts'
import { saveBlob } from '../../lib/save-file.ts'

type BillingEndpoints = typeof billing | typeof adminBilling
type DocumentEndpoint = BillingEndpoints['invoice'] | BillingEndpoints['creditNote']

type DocumentFile = {
  endpoint: DocumentEndpoint
  transactionId: string
  name: 'invoice' | 'credit note'
  number: string
}

const useDownload = ({ endpoint, transactionId, name, number }: DocumentFile) =>
  useMutation({
    mutationFn: () =>
      downloadFile(endpoint, { params: { transactionId }, query: name === 'credit note' ? { number } : {} }),
    onSuccess: (blob) => saveBlob(blob, `${name.replace(' ', '-')}-${number}.pdf`),
  })

type InvoiceLinkProps = { from: Pick<BillingEndpoints, 'invoice'>; transactionId: string; number: string }

/** The number of an invoice, which downloads it. */
export function InvoiceLink({ from, transactionId, number }: InvoiceLinkProps) {
  const file = useDownload({ endpoint: from.invoice, transactionId, name: 'invoice', number })
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      fw={500}
      aria-label={`Download invoice ${number}`}
      aria-busy={file.isPending}
      onClick={() => !file.isPending && file.mutate()}
    >
      {number}
    </Anchor>
  )
}

function DownloadButton(document: DocumentFile) {
  const { name, number } = document
  const file = useDownload(document)
  return (
    <Button
      size="xs"
      variant="default"
      justify="flex-start"
      leftSection={<Download size={14} aria-hidden="true" />}
      loading={file.isPending}
      aria-label={`Download ${name} ${number}`}
      onClick={() => file.mutate()}
    >
      {number}
    </Button>
  )
}

type PaymentDocumentsProps = { payment: Transaction; from: Pick<BillingEndpoints, 'invoice' | 'creditNote'> }

export function PaymentDocuments({ payment, from }: PaymentDocumentsProps) {
  const { transactionId, invoiceNumber, creditNoteNumber, partialRefunds = [] } = payment
  const notes = [...partialRefunds.map((part) => part.creditNoteNumber), creditNoteNumber]
  if (!invoiceNumber) return null
  return (
    <Stack display="inline-flex" gap={4} py={4}>
      <DownloadButton endpoint={from.invoice} {...{ transactionId, name: 'invoice', number: invoiceNumber }} />
      {notes.map(
        (number) =>
          number && (
            <DownloadButton
              key={number}
              endpoint={from.creditNote}
              {...{ transactionId, name: 'credit note', number }}
            />
          ),
      )}
    </Stack>
  )
}
