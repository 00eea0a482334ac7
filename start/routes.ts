import '#start/routes/system'
