import { billing } from '@dooryard/contract/billing/billing'
import { BillingDetails, countries, formatTaxId, taxIdTypes } from '@dooryard/contract/billing/billing-details'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api/api.ts'
import { useInvalidateOnSettled } from '../../../lib/api/use-endpoint-mutation.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { FieldPair } from '../../../ui/form/mutation-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }))
const noTaxId = 'NONE'
const taxIdOptions = [
  { value: noTaxId, label: 'None' },
  ...Object.entries(taxIdTypes).map(([value, { name }]) => ({ value, label: name })),
]

/** An untouched optional field is an empty text, and the type of a missing tax id a word of its own. */
const toDetails = (values: Record<string, string>) => {
  const { taxIdType, taxId, ...address } = values
  const hasTaxId = taxIdType !== noTaxId
  return { ...address, ...(hasTaxId && { taxIdType, taxId }) }
}

const toValues = (details: BillingDetails | undefined) => ({
  name: details?.name ?? '',
  street: details?.street ?? '',
  aptSuite: details?.aptSuite ?? '',
  city: details?.city ?? '',
  state: details?.state ?? '',
  postalCode: details?.postalCode ?? '',
  country: details?.country ?? 'US',
  taxIdType: details?.taxIdType ?? noTaxId,
  taxId: details?.taxIdType ? formatTaxId(details.taxIdType, details.taxId ?? '') : '',
})

// The form's values are texts.
const BillingDetailsForm = z.preprocess((values) => toDetails(values as Record<string, string>), BillingDetails)

type BillingDetailsDialogProps = { details: BillingDetails | undefined; opened: boolean; onClose: () => void }

/** Edits the name, address and tax ID on later invoices. */
export function BillingDetailsDialog({ details, opened, onClose }: BillingDetailsDialogProps) {
  const save = useMutation({
    mutationFn: (body: BillingDetails) => api.call(billing.saveDetails, { body }),
    onSettled: useInvalidateOnSettled([billing.info]),
  })
  const send = async (values: ReturnType<typeof toValues>) => {
    await save.mutateAsync(BillingDetails.parse(toDetails(values)))
    showSuccessToast('Billing details saved')
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Billing details"
      schema={BillingDetailsForm}
      initialValues={toValues(details)}
      call={save}
      send={send}
      lead="Shown on invoices from now on. Invoices already issued don’t change."
      submitLabel="Save"
    >
      {(form) => (
        <>
          <FormFields
            form={form}
            fields={[
              {
                name: 'name',
                label: 'Name or company',
                maxLength: 100,
                autoComplete: 'organization',
                'data-autofocus': true,
              },
              { kind: 'select', name: 'country', label: 'Country', data: countryOptions, searchable: true },
              { name: 'street', label: 'Street', maxLength: 100, autoComplete: 'address-line1' },
              { name: 'aptSuite', label: 'Apartment or suite', maxLength: 100, autoComplete: 'address-line2' },
              { name: 'city', label: 'City', maxLength: 100, autoComplete: 'address-level2' },
            ]}
          />
          <FieldPair>
            <FormFields
              form={form}
              fields={[
                { name: 'state', label: 'State', maxLength: 100, autoComplete: 'address-level1' },
                { name: 'postalCode', label: 'ZIP code', maxLength: 20, autoComplete: 'postal-code' },
              ]}
            />
          </FieldPair>
          <FormFields
            form={form}
            fields={[
              { kind: 'select', name: 'taxIdType', label: 'Tax ID type', data: taxIdOptions },
              ...(form.values.taxIdType === noTaxId
                ? []
                : [{ name: 'taxId' as const, label: 'Tax ID', maxLength: 40 }]),
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}
