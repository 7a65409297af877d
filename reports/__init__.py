"""What a person looks at: tables, graphs, plots and pages."""
