import { billing } from '@dooryard/contract/billing/billing'
import { type AdminPack, type AdminPlan, adminCatalog, PackDraft } from '@dooryard/contract/billing/plans'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api/api.ts'
import { useInvalidateOnSettled } from '../../lib/api/use-endpoint-mutation.ts'
import {
  amountMessage,
  dollarsField,
  formatDollarInput,
  parseCents,
  wholeNumberField,
} from '../../lib/format/parse-typed.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'

/** What is edited: an existing catalog item, or a new one of a kind. */
export type EditedCatalogItem = { kind: 'plan' | 'pack' } & Partial<AdminPack> & Pick<Partial<AdminPlan>, 'annualPrice'>

const annualPriceField = z
  .string()
  .transform((typed) => (typed.trim() === '' ? null : parseCents(typed)))
  .pipe(z.number(amountMessage).nullable())
  .pipe(PackDraft.shape.price.nullable())

// Plans and packs have the same validation, but for the annual price, which may be left empty.
const CatalogItemForm = PackDraft.extend({
  annualPrice: annualPriceField,
  credits: wholeNumberField(PackDraft.shape.credits),
  price: dollarsField(PackDraft.shape.price),
})

const labelsByKind = {
  plan: {
    lead: 'Current subscribers keep their price and credits.',
    credits: 'Credits per month',
    price: 'Price per month',
  },
  pack: { lead: undefined, credits: 'Credits', price: 'Price' },
}

type CatalogItemValues = z.output<typeof CatalogItemForm>

function saveCatalogItem(
  { kind, id }: EditedCatalogItem,
  { credits, annualPrice, ...facts }: CatalogItemValues,
): Promise<unknown> {
  if (kind === 'plan') {
    const body = { ...facts, annualPrice, monthlyCredits: credits }
    return id
      ? api.call(adminCatalog.changePlan, { params: { id }, body })
      : api.call(adminCatalog.createPlan, { body })
  }
  const body = { ...facts, credits }
  return id ? api.call(adminCatalog.changePack, { params: { id }, body }) : api.call(adminCatalog.createPack, { body })
}

/** Edits or adds a plan or a pack. */
export function CatalogItemDialog({
  edited,
  opened,
  onClose,
}: {
  edited: EditedCatalogItem
  opened: boolean
  onClose: () => void
}) {
  const save = useMutation({
    mutationFn: (item: CatalogItemValues) => saveCatalogItem(edited, item),
    onSettled: useInvalidateOnSettled([adminCatalog.listPlans, adminCatalog.listPacks, billing.info]),
  })
  const { kind, id, name = '', credits, price, annualPrice, isActive = true } = edited
  const label = labelsByKind[kind]
  const initialValues = {
    name,
    credits: credits === undefined ? '' : String(credits),
    price: price ? formatDollarInput(price.amount) : '',
    annualPrice: annualPrice ? formatDollarInput(annualPrice.amount) : '',
    isActive,
  }
  const send = async (values: typeof initialValues) => {
    await save.mutateAsync(CatalogItemForm.parse(values))
    showSuccessToast(`${values.name} saved`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={id ? `Edit ${name}` : `Add a ${kind}`}
      schema={CatalogItemForm}
      initialValues={initialValues}
      call={save}
      send={send}
      lead={id && label.lead}
      submitLabel="Save"
    >
      {(form) => (
        <>
          <FormFields form={form} fields={[{ name: 'name', label: 'Name', maxLength: 50, 'data-autofocus': true }]} />
          <FieldPair>
            <FormFields
              form={form}
              fields={[
                { name: 'credits', label: label.credits, inputMode: 'numeric' },
                { name: 'price', label: label.price, leftSection: '$', inputMode: 'decimal' },
              ]}
            />
          </FieldPair>
          {kind === 'plan' && (
            <FormFields
              form={form}
              fields={[
                {
                  name: 'annualPrice',
                  label: 'Price per year (optional)',
                  description: 'Credits are granted every month. Leave empty for monthly billing only.',
                  leftSection: '$',
                  inputMode: 'decimal',
                },
              ]}
            />
          )}
          <FormFields form={form} fields={[{ name: 'isActive', kind: 'switch', label: 'Active' }]} />
        </>
      )}
    </FormDialog>
  )
}
