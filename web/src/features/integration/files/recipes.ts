import type { CampaignType } from '@dooryard/contract/api/enums'
import { callReadyExpiryDays } from '@dooryard/contract/api/limits'
import type { FileHeader } from '@dooryard/contract/orders/file-columns'

type RecipeSource = { label: string; href: string }
type FieldMapping = { columns: FileHeader | readonly FileHeader[]; target: string; note?: string }

export type Recipe = {
  title: string
  /** The campaign type the recipe starts from. */
  campaignType: CampaignType
  lead: string
  /** The program the fields belong to. */
  target: string
  rows: readonly FieldMapping[]
  notes: readonly string[]
  sources: readonly RecipeSource[]
}

const crm: Recipe = {
  title: 'CRM',
  campaignType: 'CALL_READY',
  lead: 'One record per lead, imported as Salesforce leads. Other CRMs use the same columns under their own names.',
  target: 'Salesforce lead',
  rows: [
    {
      columns: 'Owner Name',
      target: 'Full Name',
      note: 'As recorded by the county. Use either this or first and last name',
    },
    { columns: 'Owner Name', target: 'Company', note: 'For a person, the name again' },
    { columns: 'Mailing Address', target: 'Street' },
    { columns: 'Mailing City', target: 'City' },
    { columns: 'Mailing State', target: 'State' },
    { columns: 'Mailing ZIP', target: 'Postal Code', note: 'Import as text to keep leading zeros' },
    { columns: 'Phone 1', target: 'Phone' },
    { columns: 'Phone 2', target: 'Mobile Phone', note: 'If Phone 2 Type is Mobile' },
    { columns: 'Email 1', target: 'Email' },
    { columns: ['Property Address', 'Property City'], target: 'Description', note: 'Or custom fields' },
    {
      columns: ['County FIPS', 'Parcel Number'],
      target: 'A unique custom field',
      note: 'Together they identify the property, so the next import updates instead of duplicating',
    },
  ],
  notes: [
    'HubSpot matches headers to properties by name where it can, and lets you choose the others by hand.',
    'Not every owner has an email: match by the parcel, not by email.',
  ],
  sources: [
    {
      label: 'Salesforce: field mapping for importing leads',
      href: 'https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm&type=5',
    },
    {
      label: 'HubSpot: set up your import files',
      href: 'https://knowledge.hubspot.com/articles/kcs_article/contacts/set-up-your-import-file',
    },
  ],
}

const dialer: Recipe = {
  title: 'Dialer',
  campaignType: 'CALL_READY',
  lead: 'Callable numbers with their owners, best first, in the fields of VICIdial.',
  target: 'VICIdial field',
  rows: [
    { columns: 'Phone 1', target: 'phone_number', note: 'Ten digits. Skip rows where it is empty' },
    { columns: 'Phone 2', target: 'alt_phone', note: 'Dialed where Auto Alt Dialing is on' },
    { columns: 'Phone 3', target: 'address3', note: 'Dialed with ALT_AND_ADDR3' },
    { columns: 'Owner Name', target: 'last_name', note: 'As recorded by the county, in one field' },
    { columns: 'Property Address', target: 'address1', note: 'The property to call about' },
    { columns: 'Property City', target: 'city' },
    { columns: 'Property State', target: 'state' },
    { columns: 'Property ZIP', target: 'postal_code' },
    { columns: 'Email 1', target: 'email' },
    {
      columns: 'Parcel Number',
      target: 'vendor_lead_code',
      note: 'Identifies the lead in reports; up to 20 characters',
    },
  ],
  notes: [
    'A number stands in a Phone column only if its check says Clean. Map no other column to one that is dialed, ' +
      'Do Not Call least of all.',
    `The numbers are good for at most ${callReadyExpiryDays} days: have order.expiring sent to your program, refresh ` +
      'the order, and load the new version of its file in place of the old.',
  ],
  sources: [
    { label: 'VICIdial: NON-AGENT_API, add_lead', href: 'https://vicidial.org/docs/NON-AGENT_API.txt' },
    {
      label: 'CallTools: upload contact lists',
      href: 'https://calltools.zendesk.com/hc/en-us/articles/26839262862228-Upload-Contact-Lists-Part-1',
    },
  ],
}

const mailHouse: Recipe = {
  title: 'Mail house',
  campaignType: 'MAIL_READY',
  lead: 'Address lines in the order the Postal Service requires, in the fields of Lob.',
  target: 'Lob column',
  rows: [
    {
      columns: 'Owner Name',
      target: 'name',
      note: 'First line, up to 40 characters: shorten longer names, or continue in company (also 40)',
    },
    {
      columns: 'Mailing Address',
      target: 'address_line1',
      note: 'Second line with apartment or box, up to 64 characters',
    },
    { columns: 'Mailing City', target: 'address_city', note: 'Third line, with the two below' },
    { columns: 'Mailing State', target: 'address_state', note: 'Two letters' },
    { columns: 'Mailing ZIP', target: 'address_zip', note: 'As text: spreadsheets drop leading zeros' },
    { columns: 'Property Address', target: 'A merge variable', note: 'For letters that mention the property' },
  ],
  notes: [
    'A Mail Ready order delivers only leads with a name and a full mailing address, so you can keep every row.',
    'Names and addresses are as the county publishes them, usually in capitals.',
  ],
  sources: [
    {
      label: 'Lob: campaign audience guide',
      href: 'https://help.lob.com/print-and-mail/reaching-your-audience/campaign-audience-guide',
    },
    { label: 'USPS: Domestic Mail Manual 602, 1.3', href: 'https://pe.usps.com/text/dmm300/602.htm' },
  ],
}

export const recipes: readonly Recipe[] = [crm, dialer, mailHouse]
