import type { ContactDesk } from '../contact-vendor.ts'
import { noVendor } from '../contact-vendor.ts'
import { type HttpVendorSettings, httpVendor } from './http-vendor.ts'

/** The vendor that the configuration names; nobody where it names none. */
export const createDesk = (settings: HttpVendorSettings | undefined): ContactDesk =>
  settings ? { vendor: httpVendor(settings) } : noVendor
