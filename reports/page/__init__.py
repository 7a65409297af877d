"""What pages are made of: a template, style sheets and scripts."""
