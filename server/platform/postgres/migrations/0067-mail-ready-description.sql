-- A description that an administrator has changed stays.
update credit_settings set description = 'Owner names and mailing addresses, one row per property'
where key = 'MAIL_READY' and description = 'Owner names and mailing addresses, one row a property';
