/** What to look up: known owners by their key, unknown ones (with an empty key) by their property. */
export type OwnerLookup = { ownerKeys: string[]; propertyIds: string[] }

/** A lead as PostgreSQL stores it: the key of an unknown owner is ''. */
export type StoredLead = { propertyId: string; ownerKey: string }
