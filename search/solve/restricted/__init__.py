"""The worst case when only candidates may be proposed."""
