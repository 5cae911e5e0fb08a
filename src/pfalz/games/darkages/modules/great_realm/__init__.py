"""The Great Realm (module 2): two maps joined for five to eight players."""
