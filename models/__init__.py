"""The trained networks, their manifest and their model card; a package only so that its files are found."""
